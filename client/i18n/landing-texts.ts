import { messages } from 'virtual:catalog/en-landing';
import { addEnglish } from './language.ts';

// What the lower part of the dashboard says, as `catalog-texts.ts`.
addEnglish(messages);
