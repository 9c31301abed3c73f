/** The keys of the current screen and of the whole window, under `?`. */
import { menuCommands, screenCommands } from '../../shared/app/menu-commands.ts'
import { useApiQuery } from '../api/hooks.ts'
import { useScreen } from '../location.ts'
import { Kbd } from '../ui/display/kbd.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { commandIds, commandInfo } from './commands.ts'
import styles from './key-help.module.css'
import { type Key, screenKeys } from './screen-keys.ts'

const windowKeys: readonly Key[] = commandIds.flatMap((id) => {
  const { screen, keys, label } = commandInfo(id)
  if (screen !== undefined || keys === undefined) return []
  return [{ keys, label: id.startsWith('screen.') ? `Go to ${label}` : label }]
})

/** Only the native menu has these: a browser keeps them for itself. */
const menuKeys: readonly Key[] = [
  ...Object.values(menuCommands).flatMap((entry) =>
    'menuKeys' in entry && !('keys' in entry) ? [{ keys: entry.menuKeys, label: entry.label }] : [],
  ),
  ...screenCommands.map(({ menuKeys: keys, label }) => ({ keys, label: `Go to ${label}` })),
]

const KeyList = ({ title, keys }: { readonly title: string; readonly keys: readonly Key[] }) => (
  <section className={styles.group}>
    <h3 className={styles.title}>{title}</h3>
    <dl className={styles.list}>
      {keys.map(({ keys: pressed, label }) => (
        <div key={`${pressed} ${label}`} className={styles.row}>
          <dt>{label}</dt>
          <dd>
            <Kbd keys={pressed} />
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

type KeyHelpProps = { readonly isOpen: boolean; readonly onClose: () => void }

export const KeyHelp = ({ isOpen, onClose }: KeyHelpProps) => {
  const isDesktop = useApiQuery('app', 'status', {}).data?.host === 'electron'
  const screen = useScreen()
  const keys = screenKeys(screen)
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts">
      {keys.length > 0 && <KeyList title={commandInfo(`screen.${screen}`).label} keys={keys} />}
      <KeyList title="Everywhere except in fields and cells" keys={windowKeys} />
      {isDesktop && <KeyList title="In the menu, also while typing" keys={menuKeys} />}
    </Dialog>
  )
}
