/** Shows the event that the deliveries of another one belong to now. */
import { navigate } from '../../location.ts'

export const followEvent = (eventId: number, nowId: number): void => {
  if (nowId !== eventId) navigate({ screen: 'notifications', path: [String(nowId)] })
}
