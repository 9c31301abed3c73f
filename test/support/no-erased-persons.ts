/** A check of erased persons for tests in which no account was closed. */
import type { ErasedCheck } from '../../main/erasure/erased-persons.ts'

export const noErasedPersons: ErasedCheck = { isErased: () => false, isErasedConversation: () => false }
