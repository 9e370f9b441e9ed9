import { foldText } from '../fold-text.ts';

/**
 * Names of everyday articles as customers type them: in English, in Hindi (also in Latin letters) and in Kannada in Latin
 * letters.
 */
const SYNONYMS = [
  'tomato tamatar टमाटर',
  'onion pyaz pyaaz kanda eerulli प्याज',
  'potato aloo alu aalugadde alugadde आलू',
  'garlic lahsun bellulli लहसुन',
  'ginger adrak shunti अदरक',
  'carrot gajar गाजर',
  'brinjal eggplant baingan badanekai बैंगन',
  'okra bhindi bendekai भिंडी',
  'cauliflower gobi gobhi hookosu गोभी',
  'spinach palak पालक',
  'coriander dhaniya dhania kottambari धनिया',
  'chilli chili mirchi mirch menasinakai मिर्च',
  'lemon nimbu nimbehannu नींबू',
  'banana kela balehannu केला',
  'mango aam mavinahannu आम',
  'coconut nariyal tenginakai नारियल',
  'vegetable sabzi sabji tarkari tarakari सब्जी',
  'fruit phal hannu फल',
  'rice chawal akki चावल',
  'wheat atta gehun godhi आटा',
  'lentil dal daal bele दाल',
  'sugar cheeni chini shakkar sakkare चीनी',
  'salt namak uppu नमक',
  'jaggery gur gud bella गुड़',
  'oil tel enne तेल',
  'milk doodh dudh haalu halu दूध',
  'curd yoghurt yogurt dahi mosaru दही',
  'buttermilk chaas majjige छाछ',
  'butter makhan benne मक्खन',
  'ghee tuppa घी',
  'paneer पनीर',
  'egg anda motte अंडा',
  'bread double-roti ब्रेड',
  'biscuit biskut बिस्कुट बिस्किट',
  'water paani pani neeru पानी',
  'tea chai चाय',
  'coffee kaapi कॉफ़ी',
  'fish machli machhli meenu मछली',
  'chicken murgi koli चिकन',
  'soap sabun साबुन',
  'medicine dawai dawa दवा दवाई',
  'flower phool hoovu फूल',
].map((line) => foldText(line).split(' '));

/** All words that have synonyms, folded. */
export const wordsWithSynonyms = (): readonly string[] => SYNONYMS.flat();

/** Synonyms of a folded word, itself included; a word of four letters or more may be incomplete. */
export function synonymsOf(word: string): readonly string[] {
  const isMeant = (name: string) => name === word || (word.length >= 4 && name.startsWith(word));
  return SYNONYMS.filter((names) => names.some(isMeant)).flat();
}
