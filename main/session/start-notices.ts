/** Notices at the start: database damage, lost secrets, a crash, a hold. */
import type { Notice } from '../../shared/app/contract.ts'
import type { HoldReason } from '../../shared/outbound/contract.ts'
import { Failure } from '../../shared/result.ts'
import type { OpenConnection } from '../connection/connection.ts'
import type { Recovered } from '../database/open-database.ts'
import type { Ports } from '../ports.ts'
import { describeLosses } from './after-rebuild.ts'

/** Settings key: which kind of vault the last start found. */
const VAULT_KEY = 'vaultKeeping'

/** The sentence of a `Failure`, or a pointer to the log. */
export const errorText = (error: unknown): string =>
  error instanceof Failure ? error.message : 'Report the problem under Settings, About.'

const causes: Readonly<Record<Recovered['cause'], string>> = {
  damaged: 'The database was damaged.',
  emptied: 'The database file was empty, though it had been used.',
  foreign: 'The database had parts that Stallhand didn’t create.',
}

const recoveryNotice = ({ setAsideAs, cause, outcome, losses, newestBackup }: Recovered): Omit<Notice, 'id'> => {
  const kept = `The old file was kept as ${setAsideAs}.`
  if (outcome === 'rebuilt') {
    const text =
      cause === 'foreign'
        ? `${causes.foreign} Its content was copied into a new one, without them. You can continue.`
        : 'The database was damaged, but all of its content could be read and is in use. You can continue.'
    return { tone: 'caution', text: `${text} ${kept}`, action: null }
  }
  const action = newestBackup === undefined ? null : 'restoreBackup'
  if (outcome === 'partlyRebuilt') {
    const offer = action === null ? '' : ' A backup can be restored instead; it replaces what was kept.'
    return {
      tone: 'danger',
      text: `${causes[cause]} ${describeLosses(losses)} Everything else was kept and is in use. ${kept}${offer}`,
      action,
    }
  }
  const offer = action === null ? 'There is no backup to restore.' : 'A backup can be restored.'
  const moved = `It was kept as ${setAsideAs}, and Stallhand started with an empty one.`
  return { tone: 'danger', text: `${causes[cause]} ${moved} ${offer}`, action }
}

const describeFound = (ids: readonly string[]): string =>
  ids.length === 0
    ? ''
    : ` The data of ${ids.map((id) => `“${id}”`).join(', ')} is in the data folder without a connection. Add the connection again, open it, and choose this data under Storage in Settings.`

const holdCauses: Readonly<Record<HoldReason, string>> = {
  restored: 'A backup or an export was restored.',
  older: 'The database is older than what was sent from this computer.',
  copied: 'The data folder was copied or restored.',
  damaged: 'The database was damaged or changed by another program.',
}

export const createStartNotices = (
  { settings, vault }: Pick<Ports, 'settings' | 'vault'>,
  notices: { readonly notify: (notice: Notice) => void; readonly dismiss: (id: string) => boolean },
) => {
  const hadVault = settings.get(VAULT_KEY) === 'kept'
  if (settings.get(VAULT_KEY) !== vault.keeping) settings.set(VAULT_KEY, vault.keeping)

  /** Shows the notice, or withdraws it if undefined. */
  const show = (id: string, notice: Omit<Notice, 'id'> | undefined): void => {
    if (notice === undefined) notices.dismiss(id)
    else notices.notify({ id, ...notice })
  }

  let shownRecovery: Recovered | undefined
  /** A connection kept in the background still has its recovery when it is shown again. */
  const dismissedRecoveries = new WeakSet<Recovered>()

  return {
    /** Shows that nothing is sent automatically, or withdraws that notice. */
    showHold: (reason: HoldReason | undefined): void =>
      show(
        'outbound-hold',
        reason && {
          tone: 'caution',
          text: `${holdCauses[reason]} Changes that wait in it may have been sent since, so nothing is sent until you release them in the outbox.`,
          action: null,
        },
      ),
    showDamage: (): void =>
      show('database-damaged', {
        tone: 'danger',
        text: 'The database is damaged. Close Stallhand and open it again: it then sets the damaged file aside and can restore the newest backup.',
        action: null,
      }),
    showDamagedRows: (text: string | undefined): void =>
      show('damaged-rows', text === undefined ? undefined : { tone: 'caution', text, action: null }),
    showRecovery: (recovered: Recovered | undefined): void => {
      show('database-damaged', undefined)
      const isThere = notices.dismiss('database-recovered')
      if (shownRecovery !== undefined && !isThere) dismissedRecoveries.add(shownRecovery)
      shownRecovery = recovered !== undefined && !dismissedRecoveries.has(recovered) ? recovered : undefined
      show('database-recovered', shownRecovery && recoveryNotice(shownRecovery))
    },
    showLostSecrets: async (connection: OpenConnection): Promise<void> => {
      const text = await connection.lostSecretsMessage(hadVault)
      show('secrets-lost', text === undefined ? undefined : { tone: 'caution', text, action: null })
    },
    showSettings: (orphans: readonly string[]): void => {
      const { setAside } = settings
      show(
        'settings-broken',
        setAside && {
          tone: 'danger',
          text: `The settings couldn’t be read and were kept as ${setAside.as}. ${
            setAside.isEarlierInUse ? 'Those of an earlier start are in use.' : 'Stallhand started with new ones.'
          } Every connection but the practice shop is in read-only mode until you switch that off in Settings.${describeFound(orphans)}`,
          action: null,
        },
      )
      if (setAside !== undefined || orphans.length === 0) return
      show('databases-found', { tone: 'caution', text: describeFound(orphans).trim(), action: null })
    },
    showPracticeSetAside: (setAsideAs: string | undefined): void =>
      show(
        'practice-set-aside',
        setAsideAs === undefined
          ? undefined
          : {
              tone: 'caution',
              text: `The practice shop’s file couldn’t be read. It was kept as ${setAsideAs}, and a new practice shop was started.`,
              action: null,
            },
      ),
    showNotOpened: (text: string): void => show('connection-not-opened', { tone: 'danger', text, action: null }),
    showCrash: (): void =>
      show('ended-badly', {
        tone: 'info',
        text: 'Stallhand didn’t close properly last time. Its database was checked and is intact. Messages that were being sent are marked in the outbox.',
        action: null,
      }),
  }
}
