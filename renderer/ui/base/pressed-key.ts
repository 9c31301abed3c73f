/**
 * `event.key`, except that a letter of another script becomes the Latin letter on the same key, so that keys work with
 * a Cyrillic, Greek or Hebrew keyboard too.
 */
export const pressedKey = ({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string => {
  if (!/^\p{L}$/u.test(key) || /\p{Script=Latin}/u.test(key) || !code.startsWith('Key')) return key
  const letter = code.slice('Key'.length)
  return shiftKey ? letter : letter.toLowerCase()
}
