import type { LanguageCode } from '@haat/contract/accounts/language';

type Holiday = { names: Record<LanguageCode, string> } &
  /** `MM-DD`, of every year. */
  (
    | { day: string; state?: string }
    /** `YYYY-MM-DD` each. Days that follow the moon can differ by one from place to place. */
    | { dates: string[]; state?: string }
  );

/** Names of the states that have a holiday of their own below. */
export const STATES: Record<string, Record<LanguageCode, string>> = {
  GJ: { en: 'Gujarat', hi: 'गुजरात' },
  KA: { en: 'Karnataka', hi: 'कर्नाटक' },
  KL: { en: 'Kerala', hi: 'केरल' },
  MH: { en: 'Maharashtra', hi: 'महाराष्ट्र' },
  TN: { en: 'Tamil Nadu', hi: 'तमिलनाडु' },
  PB: { en: 'Punjab', hi: 'पंजाब' },
};

const HOLIDAYS: Holiday[] = [
  { day: '01-01', names: { en: 'New Year', hi: 'नया साल' } },
  { day: '01-26', names: { en: 'Republic Day', hi: 'गणतंत्र दिवस' } },
  { day: '04-14', names: { en: 'Ambedkar Jayanti', hi: 'अंबेडकर जयंती' } },
  { day: '08-15', names: { en: 'Independence Day', hi: 'स्वतंत्रता दिवस' } },
  { day: '10-02', names: { en: 'Gandhi Jayanti', hi: 'गांधी जयंती' } },
  { day: '12-25', names: { en: 'Christmas', hi: 'क्रिसमस' } },
  { dates: ['2027-03-06', '2028-02-23'], names: { en: 'Maha Shivaratri', hi: 'महाशिवरात्रि' } },
  { dates: ['2027-03-10', '2028-02-27'], names: { en: 'Eid al-Fitr', hi: 'ईद-उल-फ़ित्र' } },
  { dates: ['2027-03-22', '2028-03-11'], names: { en: 'Holi', hi: 'होली' } },
  { dates: ['2027-03-26', '2028-04-14'], names: { en: 'Good Friday', hi: 'गुड फ़्राइडे' } },
  { dates: ['2027-04-15', '2028-04-03'], names: { en: 'Ram Navami', hi: 'राम नवमी' } },
  { dates: ['2027-05-17', '2028-05-05'], names: { en: 'Bakrid', hi: 'बकरीद' } },
  { dates: ['2027-08-17', '2028-08-05'], names: { en: 'Raksha Bandhan', hi: 'रक्षाबंधन' } },
  { dates: ['2027-08-25', '2028-08-13'], names: { en: 'Janmashtami', hi: 'जन्माष्टमी' } },
  { dates: ['2027-09-04', '2028-08-23'], names: { en: 'Ganesh Chaturthi', hi: 'गणेश चतुर्थी' } },
  { dates: ['2027-10-09', '2028-09-27'], names: { en: 'Dussehra', hi: 'दशहरा' } },
  { dates: ['2027-10-29', '2028-10-17'], names: { en: 'Diwali', hi: 'दीवाली' } },
  { dates: ['2027-11-14', '2028-11-02'], names: { en: 'Guru Nanak Jayanti', hi: 'गुरु नानक जयंती' } },
  { day: '05-01', state: 'GJ', names: { en: 'Gujarat Day', hi: 'गुजरात दिवस' } },
  { day: '11-01', state: 'KA', names: { en: 'Karnataka Rajyotsava', hi: 'कर्नाटक राज्योत्सव' } },
  { day: '11-01', state: 'KL', names: { en: 'Kerala Day', hi: 'केरल दिवस' } },
  { day: '05-01', state: 'MH', names: { en: 'Maharashtra Day', hi: 'महाराष्ट्र दिवस' } },
  { dates: ['2027-01-15', '2028-01-15'], state: 'TN', names: { en: 'Pongal', hi: 'पोंगल' } },
  { dates: ['2027-04-14', '2028-04-13'], state: 'PB', names: { en: 'Baisakhi', hi: 'बैसाखी' } },
];

export type OfferedHoliday = { date: string; names: Record<LanguageCode, string> };

/** The holidays of a year from `today` (`YYYY-MM-DD`) on, of the whole country and of the state. */
export function holidaysFrom(today: string, state: string): OfferedHoliday[] {
  const year = Number(today.slice(0, 4));
  const end = `${year + 1}${today.slice(4)}`;
  const datesOf = (each: Holiday) => ('day' in each ? [`${year}-${each.day}`, `${year + 1}-${each.day}`] : each.dates);
  return HOLIDAYS.filter((each) => each.state === undefined || each.state === state)
    .flatMap((each) => datesOf(each).map((date) => ({ date, names: each.names })))
    .filter(({ date }) => date >= today && date < end)
    .toSorted((one, other) => one.date.localeCompare(other.date));
}
