import { expect, it } from 'vitest';
import { fileNameIn, isPicture, pictureNameOf } from './picture-import.ts';

it.each([
  ['8901030865278.jpg', '8901030865278.jpg'],
  ['pictures/new/Toor dal.png', 'Toor dal.png'],
  ['pictures\\Toor dal.png', 'Toor dal.png'],
  ['../../etc/passwd', 'passwd'],
  ['/../8901030865278.jpg', '8901030865278.jpg'],
  ['cafe\u0301.jpg', 'café.jpg'],
  ['na\u0000me\n.jpg', 'name.jpg'],
  ['pictures/', undefined],
  ['..', undefined],
  ['__MACOSX/._8901030865278.jpg', undefined],
  ['pictures/__MACOSX/8901030865278.jpg', undefined],
  ['.DS_Store', undefined],
  ['.cache/1.jpg', undefined],
  ['pictures/Thumbs.db', undefined],
])('reads of the path %j the file %j', (path, name) => {
  expect(fileNameIn(path)).toBe(name);
});

it.each([
  ['8901030865278.jpg', '8901030865278'],
  ['Toor dal 1.5 kg.JPEG', 'Toor dal 1.5 kg'],
  ['Toor dal', 'Toor dal'],
  ['Dr. Oetker', 'Dr. Oetker'],
])('takes %j for %j', (file, name) => {
  expect(pictureNameOf(file)).toBe(name);
});

it('recognises pictures by their content', () => {
  const ofText = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  expect(isPicture(ofText('\u00ff\u00d8\u00ff\u00e0..JFIF'))).toBe(true);
  expect(isPicture(ofText('\u0089PNG\r\n\u001a\n'))).toBe(true);
  expect(isPicture(ofText('RIFF1234WEBPVP8 '))).toBe(true);
  expect(isPicture(ofText('RIFF1234WAVEfmt '))).toBe(false);
  expect(isPicture(ofText('GIF89a'))).toBe(false);
  expect(isPicture(ofText('<svg xmlns'))).toBe(false);
  expect(isPicture(new Uint8Array())).toBe(false);
});
