/** The buttons for the seller's own marks, on one conversation or on the selected ones. */
import { AlarmClock, AlarmClockOff, CheckCheck, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import { CommandIconButton } from '../../commands/command-button.tsx'
import { LaterDialog } from './later-dialog.tsx'
import type { Triage } from './use-triage.ts'

export type TriageButtonsProps = {
  readonly rows: readonly Conversation[]
  readonly triage: Triage
  readonly isPending?: boolean
  /** Key and palette act on other conversations for now. */
  readonly isCommandOff?: boolean
}

export const TriageButtons = ({ rows, triage, isPending = false, isCommandOff = false }: TriageButtonsProps) => {
  const [isChoosing, setChoosing] = useState(false)
  const waiting = rows.filter(({ unanswered, noReplyNeeded }) => unanswered === true && !noReplyNeeded)
  const marked = rows.filter(({ noReplyNeeded }) => noReplyNeeded)
  const isMarked = waiting.length === 0 && marked.length > 0
  const isSnoozed = rows.length > 0 && rows.every(({ snoozedUntilMs }) => snoozedUntilMs !== null)
  const shared = { isCommandOff, isPending: isPending || triage.isPending }
  return (
    <>
      {(waiting.length > 0 || isMarked) && (
        <CommandIconButton
          {...shared}
          command="inbox.noReplyNeeded"
          icon={isMarked ? Undo2 : CheckCheck}
          label={isMarked ? 'Needs a reply' : undefined}
          onPress={() => triage.setNoReplyNeeded(isMarked ? marked : waiting, !isMarked)}
        />
      )}
      <CommandIconButton
        {...shared}
        command="inbox.snooze"
        icon={isSnoozed ? AlarmClockOff : AlarmClock}
        label={isSnoozed ? 'Move back to the inbox now' : undefined}
        onPress={() => (isSnoozed ? triage.snooze(rows, null) : setChoosing(true))}
      />
      {isChoosing && (
        <LaterDialog
          title={rows.length === 1 ? 'Snooze until' : `Snooze ${rows.length} conversations until`}
          chooseLabel="Snooze"
          onChoose={(atMs) => triage.snooze(rows, atMs)}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}
