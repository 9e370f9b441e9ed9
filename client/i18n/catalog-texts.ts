import { messages } from 'virtual:catalog/en-catalog';
import { addEnglish } from './language.ts';

// What menu, catalog and cart say. Imported by the screens that say it, so that it arrives with them and not with the app.
addEnglish(messages);
