/** Describes briefly whether notifications reach a receiver. Every screen shows the same text. */
import type { ReceiverHealth } from '../../shared/connection/receivers.ts'
import type { ReceiverView } from '../../shared/notifications/log-contract.ts'

type Facts = Pick<ReceiverView, 'state' | 'why' | 'portTaken' | 'registration' | 'addressProblem'>

/** Finds the first obstacle, from this computer outwards. */
export const describeReceiver = ({ state, why, portTaken, registration, addressProblem }: Facts): ReceiverHealth => {
  if (state === 'refusing') return { tone: 'danger', label: 'refusing notifications', why }
  if (state !== 'listening') return { tone: 'danger', label: 'not answering', why }
  if (portTaken !== null) return { tone: 'caution', label: 'on a different address', why }
  if (registration.state === 'never') return { tone: 'neutral', label: 'not set up', why: registration.message }
  if (addressProblem !== null) return { tone: 'caution', label: 'address refused', why: addressProblem }
  if (registration.state !== 'complete') {
    return {
      tone: 'caution',
      label: registration.state === 'outdated' ? 'need setting up again' : 'not set up completely',
      why: registration.message,
    }
  }
  return { tone: 'good', label: 'on', why: null }
}
