/**
 * What can be pressed on the screen one is on, for the palette: read from the screen itself, so that it can neither lack an
 * action nor offer one that is not there.
 *
 * An action is a button, tab, switch or box by its own name. What stands in the rows of a list belongs to its record, and is
 * reached through it.
 */
export type ScreenAction = {
  readonly name: string
  /** Whether it opens a list of further actions. */
  readonly opensList: boolean
  readonly run: () => void
}

const pressable = 'button, [role="button"], [role="tab"], input[role="switch"], input[type="checkbox"], summary'
const ofRecords = '[role="row"], [role="option"], [role="listbox"], [role="region"][aria-label="News"]'

const squeezed = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim()

const textOf = (ids: string, page: Document): string =>
  squeezed(
    ids
      .split(/\s+/)
      .map((id) => page.getElementById(id)?.textContent ?? '')
      .join(' '),
  )

const nameOf = (element: HTMLElement): string => {
  const labelledBy = element.getAttribute('aria-labelledby')
  return (
    squeezed(element.getAttribute('aria-label')) ||
    (labelledBy === null ? '' : textOf(labelledBy, element.ownerDocument)) ||
    squeezed(element instanceof HTMLInputElement ? element.closest('label')?.textContent : element.textContent)
  )
}

const isDead = (element: HTMLElement): boolean =>
  (element as HTMLButtonElement).disabled === true ||
  element.getAttribute('aria-disabled') === 'true' ||
  element.getAttribute('aria-selected') === 'true'

/** The actions under `root` in the order of the page, each name once. */
export const screenActsOf = (root: HTMLElement): readonly ScreenAction[] => {
  const actions = new Map<string, ScreenAction>()
  for (const element of root.querySelectorAll<HTMLElement>(pressable)) {
    if (element.closest(ofRecords) !== null || isDead(element) || !element.checkVisibility()) continue
    const name = nameOf(element)
    if (name === '' || actions.has(name)) continue
    actions.set(name, {
      name,
      opensList: element.getAttribute('aria-haspopup') !== null,
      run: () => {
        // The screen may have gone on meanwhile; an action that is no longer there does nothing.
        if (!element.isConnected) return
        element.focus()
        element.click()
      },
    })
  }
  return [...actions.values()]
}

/** Where actions are looked for: the dialog that is open, else the room. */
export const screenRoot = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"]')].at(-1) ??
  document.querySelector('main')
