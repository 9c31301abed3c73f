/** A key combination. */
import styles from './kbd.module.css'

const isMac = typeof navigator !== 'undefined' && /mac/iu.test(navigator.platform)

const macSigns: Readonly<Record<string, string>> = { Mod: '⌘', Alt: '⌥', Shift: '⇧', Ctrl: '⌃' }

/**
 * Keys to press. Keys held together are joined with `+`, keys pressed one after another with a space: `Mod+K`, `g i`.
 * `Mod` is Command on a Mac and Ctrl elsewhere.
 */
export const Kbd = ({ keys }: { readonly keys: string }) => (
  <span className={styles.keys}>
    {keys
      .split(' ')
      .flatMap((chord) => chord.split('+'))
      .map((key, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same key may be pressed twice, and keys never move
        <kbd className={styles.key} key={index}>
          {nameOf(key)}
        </kbd>
      ))}
  </span>
)

/** `Mod+V` within a sentence: "Ctrl+V", on a Mac "⌘V". */
export const formatKeys = (keys: string): string =>
  keys
    .split('+')
    .map(nameOf)
    .join(isMac ? '' : '+')

const nameOf = (key: string): string => {
  if (isMac) return macSigns[key] ?? key
  return key === 'Mod' ? 'Ctrl' : key
}
