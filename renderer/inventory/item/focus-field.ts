/** Moves from a listing's checklist to the control of an item's field. */
import { fieldName, fieldPaths, findField } from '../../../shared/inventory/item.ts'
import { isWithin, type JsonPath } from '../../../shared/inventory/json.ts'

/**
 * The label of the control that changes `path`; undefined if there is none.
 *
 * Pictures and item specifics have no control with the field's own name.
 */
export const controlLabel = (path: JsonPath): string | undefined => {
  if (isWithin(fieldPaths.imageUrls, path)) return 'Address of a new picture'
  if (isWithin(fieldPaths.aspects, path)) return 'Name of a new item specific'
  return fieldName(path)
}

const nameOf = (control: Element): readonly string[] => {
  const ids = control.getAttribute('aria-labelledby')?.split(' ') ?? []
  const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : []
  return [
    control.getAttribute('aria-label') ?? '',
    ...ids.map((id) => document.getElementById(id)?.textContent ?? ''),
    ...labels.map(({ textContent }) => textContent ?? ''),
  ]
}

/** Returns false if no control of the field is within `root`. */
export const focusField = (root: Element | null, path: JsonPath): boolean => {
  const label = controlLabel(path)
  if (label === undefined) return false
  const controls = root?.querySelectorAll<HTMLElement>('input, textarea, button, [contenteditable="true"]') ?? []
  const id = findField(path)?.id
  // A field of several controls, such as the grading, has none with its own name.
  const control =
    [...controls].find((each) => nameOf(each).includes(label)) ??
    [...controls].find((each) => id !== undefined && each.closest(`[data-field="${id}"]`) !== null)
  const group = control?.closest('details')
  if (group != null) group.open = true
  control?.scrollIntoView({ block: 'center' })
  control?.focus()
  return control !== undefined
}
