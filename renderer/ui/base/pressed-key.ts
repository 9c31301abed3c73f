/** Reads the key of an event in terms of the commands: letters of other scripts and digits with Alt. */
type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'altKey'>

/**
 * `event.key`, except that a letter of another script becomes the Latin letter on the same key, so that keys work with
 * a Cyrillic, Greek or Hebrew keyboard too. A digit with Alt stays a digit: macOS types another character with it.
 */
export const pressedKey = ({ key, code, shiftKey, altKey }: Pressed): string => {
  if (altKey && code.startsWith('Digit')) return code.slice('Digit'.length)
  if (!/^\p{L}$/u.test(key) || /\p{Script=Latin}/u.test(key) || !code.startsWith('Key')) return key
  const letter = code.slice('Key'.length)
  return shiftKey ? letter : letter.toLowerCase()
}
