// Each Indian script has a block of 128 characters, with its digits at the same place of the block.
const INDIAN_SCRIPTS = /[\u0900-\u0d7f]/g;
const FIRST_DIGIT = 0x66;

/** The text with the digits of Indian scripts as 0 to 9. */
export const plainDigits = (text: string): string =>
  text.replace(INDIAN_SCRIPTS, (sign) => {
    const digit = (sign.charCodeAt(0) & 0x7f) - FIRST_DIGIT;
    return digit >= 0 && digit < 10 ? String(digit) : sign;
  });
