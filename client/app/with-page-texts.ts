import { loadPageTexts } from '../i18n/language.ts';

/** A screen's code together with the texts that did not come with the first visit. */
export async function withPageTexts<Module>(screen: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([screen, loadPageTexts()]);
  return module;
}
