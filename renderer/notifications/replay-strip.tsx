/** The replay that goes on, or how the last one ended: how far, what was answered, how fast; and a way to stop it. */
import { CircleCheck, CircleStop, X } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Progress } from '../ui/progress.tsx'
import { Refused } from './refused.tsx'
import styles from './replay.module.css'
import { runTitle, runWords } from './replay-words.ts'

/** Which run was waved away; it stays away when the room is left and entered again. */
let dismissed: number | undefined

export const ReplayStrip = () => {
  const { data } = useApiQuery('notifications', 'replayRun', {})
  const stop = useApiMutation('notifications', 'stopReplay')
  const [, setDismissed] = useState(dismissed)
  const run = data?.run ?? null
  if (run === null || run.startedAtMs === dismissed) return null
  const words = runWords(run)
  return (
    <section aria-label="Replay" className={styles.strip}>
      {run.state === 'running' ? (
        <>
          <div className={styles.bar}>
            <Progress detail={words} label={runTitle(run)} max={run.total} value={run.settled} />
          </div>
          <Button icon={CircleStop} isPending={stop.isPending} onPress={() => stop.mutate({})} size="s">
            Stop
          </Button>
          <Refused error={stop.error} />
        </>
      ) : (
        <>
          <p className={styles.ended} data-tone={run.unanswered === 0 ? 'good' : 'caution'} role="status">
            <CircleCheck aria-hidden="true" className={styles.icon} size={16} />
            <strong>{runTitle(run)}.</strong> <span>{words}</span>
          </p>
          <IconButton
            icon={X}
            label="Dismiss"
            onPress={() => {
              dismissed = run.startedAtMs
              setDismissed(dismissed)
            }}
            size="s"
          />
        </>
      )}
    </section>
  )
}
