/** The progress of the current replay, or the result of the last one. */
import { CircleCheck, CircleStop, X } from 'lucide-react'
import { useEffect } from 'react'
import { useApiMutation, useApiQuery } from '../../api/hooks.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { MutationError } from '../../ui/mutation-error.tsx'
import { Progress } from '../../ui/progress.tsx'
import { createStore, useStore } from '../../ui/store.ts'
import styles from './replay.module.css'
import { describeRun, runTitle } from './replay-messages.ts'

/** A result without problems needs no dismissing. */
const RESULT_SHOWN_MS = 10_000

/** When the dismissed run started. Kept when the user leaves the screen. */
const dismissed = createStore<number | undefined>(undefined)

/** Dismisses a result without problems after a while. */
const useDismissal = (startedAtMs: number | undefined): void => {
  useEffect(() => {
    if (startedAtMs === undefined) return
    const timer = setTimeout(() => dismissed.set(startedAtMs), RESULT_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [startedAtMs])
}

export const ReplayStrip = () => {
  const { data } = useApiQuery('notifications', 'replayRun', {})
  const stop = useApiMutation('notifications', 'stopReplay')
  const dismissedAtMs = useStore(dismissed)
  const run = data?.run ?? null
  useDismissal(run?.state === 'done' && run.unanswered === 0 ? run.startedAtMs : undefined)
  if (run === null || run.startedAtMs === dismissedAtMs) return null
  const description = describeRun(run)
  return (
    <section aria-label="Replay" className={styles.strip}>
      {run.state === 'running' ? (
        <>
          <div className={styles.bar}>
            <Progress detail={description} label={runTitle(run)} max={run.total} value={run.settled} />
          </div>
          <CommandButton
            command="notifications.stopReplay"
            icon={CircleStop}
            isPending={stop.isPending}
            onPress={() => stop.mutate({})}
            size="s"
          />
          <MutationError of={stop} />
        </>
      ) : (
        <>
          <p className={styles.ended} data-tone={run.unanswered === 0 ? 'good' : 'caution'} role="status">
            <CircleCheck aria-hidden="true" className={styles.icon} size={16} />
            <strong>{runTitle(run)}.</strong> <span>{description}</span>
          </p>
          <IconButton icon={X} label="Dismiss" onPress={() => dismissed.set(run.startedAtMs)} size="s" />
        </>
      )}
    </section>
  )
}
