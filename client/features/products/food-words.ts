import { foldText } from '../../lib/fold-text.ts';

/** What one thing is called in the kitchens of the country, in Latin letters as people type them and in Devanagari. */
const SAME_THING = [
  'tomato tamatar टमाटर',
  'onion pyaz pyaaz kanda प्याज',
  'potato aloo alu आलू',
  'garlic lahsun लहसुन',
  'ginger adrak अदरक',
  'carrot gajar गाजर',
  'brinjal eggplant baingan बैंगन',
  'okra bhindi भिंडी',
  'cauliflower gobi gobhi गोभी',
  'spinach palak पालक',
  'coriander dhaniya dhania धनिया',
  'chilli chili mirchi mirch मिर्च',
  'lemon nimbu नींबू',
  'banana kela केला',
  'mango aam आम',
  'coconut nariyal नारियल',
  'rice chawal चावल',
  'wheat atta gehun आटा',
  'lentil dal daal दाल',
  'sugar cheeni chini shakkar चीनी',
  'salt namak नमक',
  'jaggery gur gud गुड़',
  'oil tel तेल',
  'milk doodh dudh दूध',
  'curd yoghurt yogurt dahi दही',
  'butter makhan मक्खन',
  'ghee घी',
  'paneer पनीर',
  'egg anda अंडा',
  'bread double-roti ब्रेड',
  'tea chai चाय',
  'fish machli machhli मछली',
  'chicken murgi चिकन',
  'soap sabun साबुन',
  'flower phool फूल',
].map((line) => foldText(line).split(' '));

/** What else a word of a search may be called; a word of four letters or more may be unfinished. */
export function otherNames(word: string): readonly string[] {
  const isMeant = (name: string) => name === word || (word.length >= 4 && name.startsWith(word));
  return SAME_THING.filter((names) => names.some(isMeant)).flat();
}
