/** What the control of a field gets. */

import type { Field } from '../../../shared/inventory/fields/field.ts'
import type { Problem } from '../../ui/feedback/why-link.tsx'

export type FieldControlProps = {
  readonly field: Field
  /** Empty if the field is absent. */
  readonly text: string
  readonly error?: Problem | string | undefined
  readonly onText: (text: string) => void
}
