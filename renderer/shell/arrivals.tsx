/** Announces sales, questions and forgeries on every screen, by a toast, and by choice with a sound and a notice of the browser. */
import { SOUND_KEY } from '../../shared/app/choices.ts'
import { useApiEvent, useApiQuery } from '../api/hooks.ts'
import { navigate } from '../api/location.ts'
import { useViewState } from '../api/use-view-state.ts'
import { toast } from '../ui/toast.tsx'
import { playSound } from './arrival-sound.ts'

type Announcement = {
  readonly title: string
  readonly text: string
  readonly isAlarm: boolean
  readonly open: { readonly label: string; readonly onPress: () => void }
}

/** SECURITY: others may see a locked or shared screen, so the browser's notice shows no text from strangers. */
const showBrowserNotice = (title: string, onPress: () => void): void => {
  if (!('Notification' in window) || Notification.permission !== 'granted' || document.hasFocus()) return
  const notice = new Notification(title, { tag: 'stallhand' })
  notice.onclick = () => {
    window.focus()
    onPress()
  }
}

export const Arrivals = () => {
  const [hasSound] = useViewState(SOUND_KEY, false)
  const isBrowser = useApiQuery('app', 'status', {}).data?.host === 'local'

  const announce = ({ title, text, isAlarm, open }: Announcement): void => {
    if (hasSound) playSound(isAlarm ? 'alarm' : 'news')
    if (isBrowser) showBrowserNotice(title, open.onPress)
    toast({
      id: isAlarm ? 'forgery' : undefined,
      text: isAlarm ? text : text === '' ? title : text,
      tone: isAlarm ? 'danger' : 'good',
      action: open,
    })
  }

  useApiEvent('notifications', 'arrived', ({ raises, eventId, title, text }) =>
    announce({
      title,
      text,
      isAlarm: raises === 'forgery',
      open: { label: 'Open', onPress: () => navigate({ screen: 'notifications', path: [String(eventId)] }) },
    }),
  )
  useApiEvent('connection', 'arrivedElsewhere', ({ name, title, text, raises }) =>
    announce({
      title: `${name}: ${title}`,
      text: `${name}: ${text}`,
      isAlarm: raises === 'forgery',
      open: { label: 'Connections', onPress: () => navigate({ screen: 'settings', path: [] }) },
    }),
  )
  return null
}
