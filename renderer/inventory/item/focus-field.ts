/** Moves from a listing's next step to the control of an item's field. */
import { fieldName, fieldPaths, findField, isAspectPath } from '../../../shared/inventory/item.ts'
import { isWithin, type JsonPath } from '../../../shared/inventory/json.ts'

/**
 * The labels of the controls that may change `path`, the preferred one first; empty if there is none.
 *
 * Pictures and new item specifics have no control with the field's own name.
 */
export const controlLabels = (path: JsonPath): readonly string[] => {
  if (isWithin(fieldPaths.imageUrls, path)) return ['Choose pictures', 'Address of a new picture']
  if (isWithin(fieldPaths.aspects, path)) return ['Name of a new item specific']
  const name = fieldName(path)
  return name === undefined ? [] : [name]
}

/** A radio button bears the name of its group too. */
const nameOf = (control: Element): readonly string[] => {
  const group = control.closest('[role="radiogroup"]')
  const ids = [control, group].flatMap((named) => named?.getAttribute('aria-labelledby')?.split(' ') ?? [])
  const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : []
  return [
    control.getAttribute('aria-label') ?? '',
    ...ids.map((id) => document.getElementById(id)?.textContent ?? ''),
    ...labels.map(({ textContent }) => textContent ?? ''),
    ...(control instanceof HTMLButtonElement ? [control.textContent ?? ''] : []),
  ]
}

/** Returns false if no control of the field is within `root`. */
export const focusField = (root: Element | null, path: JsonPath): boolean => {
  const labels = controlLabels(path)
  const found = root?.querySelectorAll<HTMLElement>('input, textarea, button, [contenteditable="true"]') ?? []
  if (labels.length === 0) return false
  const controls = [...found]
  const specific = isAspectPath(path) ? path.at(-1) : undefined
  const id = findField(path)?.id
  // A field of several controls, such as the grading, has none with its own name.
  const control =
    controls.find(
      (each) => specific !== undefined && each.closest<HTMLElement>('[data-aspect]')?.dataset.aspect === specific,
    ) ??
    labels.map((label) => controls.find((each) => nameOf(each).includes(label))).find((each) => each !== undefined) ??
    controls.find((each) => id !== undefined && each.closest(`[data-field="${id}"]`) !== null)
  for (let group = control?.closest('details'); group != null; group = group.parentElement?.closest('details')) {
    group.open = true
  }
  control?.scrollIntoView({ block: 'center' })
  control?.focus()
  return control !== undefined
}
