/** Whether a picture may have that name: a plain file name, never a path. */
export const isImageName = (name: string): boolean => /^[\w-]+\.\w+$/.test(name);

/** The same name. Throws RangeError when it is a path. */
export function imageName(name: string): string {
  if (!isImageName(name)) throw new RangeError(`Not a plain file name: ${name}`);
  return name;
}
