const CONSONANTS: Record<string, string> = {
  क: 'k',
  ख: 'k',
  ग: 'g',
  घ: 'g',
  ङ: 'n',
  च: 'c',
  छ: 'c',
  ज: 'j',
  झ: 'j',
  ञ: 'n',
  ट: 't',
  ठ: 't',
  ड: 'd',
  ढ: 'd',
  ण: 'n',
  त: 't',
  थ: 't',
  द: 'd',
  ध: 'd',
  न: 'n',
  प: 'p',
  फ: 'f',
  ब: 'b',
  भ: 'b',
  म: 'm',
  य: 'i',
  र: 'r',
  ल: 'l',
  ळ: 'l',
  व: 'v',
  श: 's',
  ष: 's',
  स: 's',
  ह: 'h',
};
const VOWELS: Record<string, string> = {
  अ: 'a',
  आ: 'a',
  इ: 'i',
  ई: 'i',
  उ: 'u',
  ऊ: 'u',
  ऋ: 'ri',
  ए: 'e',
  ऐ: 'ai',
  ऑ: 'o',
  ओ: 'o',
  औ: 'au',
  'ा': '',
  'ि': 'i',
  'ी': 'i',
  'ु': 'u',
  'ू': 'u',
  'ृ': 'ri',
  'े': 'e',
  'ै': 'i',
  'ॉ': 'o',
  'ो': 'o',
  'ौ': 'u',
  'ं': 'n',
  'ँ': 'n',
  '्': '',
};
const LATIN: [RegExp, string][] = [
  [/sh/g, 's'],
  [/ph/g, 'f'],
  [/([kgcjtdb])h/g, '$1'],
  [/ee/g, 'i'],
  [/oo/g, 'u'],
  [/z/g, 'j'],
  [/w/g, 'v'],
  [/y/g, 'i'],
  [/q/g, 'k'],
];

/** How a folded word of Latin letters or Devanagari sounds, without each `a`, which people write or leave out. */
export function soundOf(word: string): string {
  const latin = /[\u0900-\u097f]/.test(word)
    ? Array.from(word, (sign) => CONSONANTS[sign] ?? VOWELS[sign] ?? sign).join('')
    : LATIN.reduce((text, [letters, sound]) => text.replace(letters, sound), word);
  return (latin.slice(0, 1) + latin.slice(1).replaceAll('a', '')).replaceAll(/(.)\1+/g, '$1');
}

/** The letters of Devanagari that a word may begin with that sounds like this one in Latin letters. */
export function firstSigns(word: string): string[] {
  const sound = soundOf(word).slice(0, 1);
  const letters = Object.entries({ ...CONSONANTS, ...VOWELS }).filter(([sign]) => /[\u0904-\u0939]/.test(sign));
  return letters.filter(([, latin]) => latin.startsWith(sound)).map(([sign]) => sign);
}
