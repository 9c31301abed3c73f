/** The notice when the seller leaves a connection with unsent changes. Its outbox sends nothing while another one is open. */
import { formatCount } from '../ui/format/locale-format.ts'

/** Null if nothing waits. */
export const waitingChangesMessage = (waiting: number, connectionName: string): string | null => {
  if (waiting === 0) return null
  const verb = waiting === 1 ? 'waits' : 'wait'
  const pronoun = waiting === 1 ? 'It is' : 'They are'
  return `${formatCount(waiting, 'change')} ${verb} in ${connectionName}. ${pronoun} sent once that connection is open again.`
}
