/** Whether what the platform sends arrives at a receiver, in a few words: the same wherever it is shown. */
import type { ReceiverHealth } from '../../shared/connection/receivers.ts'
import type { ReceiverView } from '../../shared/notifications/log-contract.ts'

type Facts = Pick<ReceiverView, 'state' | 'why' | 'portTaken' | 'registration' | 'addressProblem'>

/** The first thing that keeps notifications away, from this computer outwards. */
export const describeReceiver = ({ state, why, portTaken, registration, addressProblem }: Facts): ReceiverHealth => {
  if (state !== 'listening') return { tone: 'danger', label: 'not answering', why }
  if (portTaken !== null) return { tone: 'caution', label: 'on another port', why }
  if (registration.state === 'never') return { tone: 'neutral', label: 'listening', why: registration.message }
  if (addressProblem !== null) return { tone: 'caution', label: 'address refused', why: addressProblem }
  if (registration.state !== 'complete') {
    return { tone: 'caution', label: `registration ${registration.state}`, why: registration.message }
  }
  return { tone: 'good', label: 'listening', why: null }
}
