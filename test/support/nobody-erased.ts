/** A check of erased persons for tests in which nobody closed an account. */
import type { ErasedCheck } from '../../main/erasure/erased-persons.ts'

export const nobodyErased: ErasedCheck = { isErased: () => false, isErasedConversation: () => false }
