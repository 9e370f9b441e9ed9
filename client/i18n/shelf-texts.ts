import { messages } from 'virtual:catalogue/en-shelf';
import { addEnglish } from './language.ts';

// What menu, shelf and cart say. Imported by the screens that say it, so that it arrives with them and not with the app.
addEnglish(messages);
