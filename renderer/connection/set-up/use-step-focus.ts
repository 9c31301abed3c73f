/** Focuses the first field of a step, so that the keyboard continues there. A button in `besideFields` is no field. */
import { type RefObject, useEffect } from 'react'

/** Spread onto what leads away from a step, such as a button to another page. */
export const besideFields = { 'data-beside-fields': true }

export const useStepFocus = (form: RefObject<HTMLElement | null>, step: string): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has its own fields
  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll<HTMLElement>('button, input, textarea') ?? [])]
    // A select's hidden form field is a pixel wide.
    fields
      .find((field) => field.tabIndex >= 0 && field.offsetWidth > 1 && field.closest('[data-beside-fields]') === null)
      ?.focus({ preventScroll: true })
  }, [form, step])
}
