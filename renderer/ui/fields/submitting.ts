/**
 * Whether the form around a field is being submitted. Until it is done, the field's key submits nothing, as the form's button
 * takes no press. A dialog provides it for its fields.
 */
import { createContext } from 'react'

export const Submitting = createContext(false)
