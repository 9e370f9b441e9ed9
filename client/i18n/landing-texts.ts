import { messages } from 'virtual:catalog/en-landing';
import { addEnglish } from './language.ts';

// The texts of the lower part of the dashboard, like `catalog-texts.ts`.
addEnglish(messages);
