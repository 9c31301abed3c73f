/**
 * Announces sales, questions and forgeries on every screen by a toast, and optionally by a sound and a browser notice.
 */

import { useEffect, useRef } from 'react'
import { SOUND_KEY } from '../../shared/app/choices.ts'
import { useApiEvent, useApiQuery, useReportedMutation } from '../api/hooks.ts'
import { useReadShop, useViewState } from '../api/use-view-state.ts'
import { locationHref, navigate, useAppLocation } from '../location.ts'
import { arriveAt, toast } from '../ui/feedback/toast.tsx'

/** Two short tones, synthesized so that no file has to be loaded. */
const NOTES = { news: [660, 880], alarm: [440, 330] } as const
const NOTE_S = 0.14
const VOLUME = 0.08

let context: AudioContext | undefined

/**
 * Silent until the user has interacted with this window:
 * https://developer.mozilla.org/en-US/docs/Web/Media/Guides/Autoplay
 */
const playSound = (kind: keyof typeof NOTES): void => {
  context ??= new AudioContext()
  void context.resume()
  const startS = context.currentTime
  for (const [index, frequency] of NOTES[kind].entries()) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    const atS = startS + index * NOTE_S
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(VOLUME, atS)
    volume.gain.exponentialRampToValueAtTime(0.001, atS + NOTE_S)
    tone.connect(volume).connect(context.destination)
    tone.start(atS)
    tone.stop(atS + NOTE_S)
  }
}

type Announcement = {
  readonly title: string
  readonly text: string
  readonly isAlarm: boolean
  readonly isElsewhere: boolean
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

/** The log, or one of its events. Both show what arrived. */
const isLog = (hash: string): boolean => /^#\/notifications(\/\d+)?$/.test(hash)

/** Removes toasts when the seller opens what they announce, or leaves the screen that they belong to. */
const useSeenToasts = (): void => {
  const location = useAppLocation()
  const lastScreen = useRef(location.screen)
  useEffect(() => {
    arriveAt(locationHref(location), location.screen !== lastScreen.current)
    lastScreen.current = location.screen
  }, [location])
}

export const Arrivals = () => {
  useSeenToasts()
  const [hasSound] = useViewState(SOUND_KEY, false)
  const switchTo = useReportedMutation('connection', 'open')
  const readShop = useReadShop()
  const isBrowser = useApiQuery('app', 'status', {}).data?.host === 'local'

  const announce = ({ title, text, isAlarm, isElsewhere, open }: Announcement): void => {
    if (hasSound) playSound(isAlarm ? 'alarm' : 'news')
    if (isBrowser) showBrowserNotice(title, open.onPress)
    const isSeenAt = isElsewhere ? undefined : isLog
    if (isSeenAt?.(window.location.hash) === true) return
    toast({
      isSeenAt,
      id: isAlarm ? 'forgery' : undefined,
      text: isAlarm ? text : text === '' ? title : text,
      tone: isAlarm ? 'danger' : 'good',
      action: open,
      outlivesSwitch: isElsewhere,
    })
  }

  const openIn = (id: string, path: readonly string[]): void => {
    const isShown = readShop() === id
    navigate({ screen: 'notifications', path: isShown ? path : [] })
    // Not awaited: opening may wait for the previous connection's platform.
    if (!isShown) switchTo.mutate({ id })
  }

  useApiEvent('notifications', 'arrived', ({ raises, eventId, title, text }) => {
    // The system's notice may be pressed while another connection is on screen.
    const shop = readShop()
    announce({
      title,
      text,
      isAlarm: raises === 'forgery',
      isElsewhere: false,
      open: { label: 'Open', onPress: () => openIn(shop, [String(eventId)]) },
    })
  })
  useApiEvent('connection', 'arrivedElsewhere', ({ id, name, title, text, raises }) =>
    announce({
      title: `${name}: ${title}`,
      text: `${name}: ${text}`,
      isAlarm: raises === 'forgery',
      isElsewhere: true,
      open: { label: 'Switch to it', onPress: () => openIn(id, []) },
    }),
  )
  return null
}
