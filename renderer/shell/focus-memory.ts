/**
 * Remembers what had the focus at each location of a screen, so that it gets it again when the seller comes back: the button
 * that opened a page, after the page was closed.
 */

const CONTROLS = 'a[href], button, input, textarea, [contenteditable="true"], [role=grid], [role=listbox]'
const MAX_LOCATIONS = 50
/** A page that loads may show its controls a moment later. */
const WAIT_MS = 1_000

export const isControl = (element: HTMLElement): boolean => element.matches(CONTROLS)

/**
 * Whether a control may get the focus by itself: after an act it must not be one that destroys or sends, because a second Enter would
 * press it (USE-08). Of buttons, those that only open or close something. A combo box opens its list as soon as it has the focus.
 */
export const isHarmless = (element: HTMLElement): boolean =>
  (!(element instanceof HTMLButtonElement) && element.getAttribute('role') !== 'combobox') ||
  element.hasAttribute('aria-haspopup') ||
  element.hasAttribute('aria-expanded') ||
  ['tab', 'switch', 'checkbox', 'radio'].includes(element.getAttribute('role') ?? '')

export const findControls = (within: ParentNode): readonly HTMLElement[] => [
  ...within.querySelectorAll<HTMLElement>(CONTROLS),
]

/** Identifies a control that is rendered again. */
export const nameControl = (element: HTMLElement): string =>
  `${element.tagName} ${element.getAttribute('aria-label') ?? element.getAttribute('aria-labelledby') ?? element.textContent}`

const screenOf = (hash: string): string => hash.split('/')[1] ?? ''

export type FocusMemory = ReturnType<typeof createFocusMemory>

export const createFocusMemory = (startHash: string) => {
  const names = new Map<string, string>()
  let hash = startHash
  let wanted: { readonly name: string; readonly untilMs: number } | undefined
  return {
    /** Call when the location changes, with what had the focus before. */
    moveTo: (next: string, focused: HTMLElement | undefined, nowMs: number): void => {
      if (next === hash) return
      names.delete(hash)
      if (focused !== undefined && isControl(focused)) names.set(hash, nameControl(focused))
      const [oldest] = names.keys()
      if (names.size > MAX_LOCATIONS && oldest !== undefined) names.delete(oldest)
      // Another screen gets the focus as a whole.
      const name = screenOf(next) === screenOf(hash) ? names.get(next) : undefined
      wanted = name === undefined ? undefined : { name, untilMs: nowMs + WAIT_MS }
      hash = next
    },
    /** The control to return to, once; undefined if there is none, or if it isn't shown yet. */
    take: (screen: ParentNode, nowMs: number): HTMLElement | undefined => {
      if (wanted === undefined || nowMs > wanted.untilMs) return undefined
      const { name } = wanted
      const found = findControls(screen).find((one) => nameControl(one) === name && one.checkVisibility())
      if (found !== undefined) wanted = undefined
      return found
    },
  }
}
