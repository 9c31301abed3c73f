/**
 * Whether the form around a field is being submitted. Until that is done, the field's submit key does nothing, like the form's
 * button. A dialog provides it for its fields.
 */
import { createContext } from 'react'

export const Submitting = createContext(false)
