/** The keys of the current screen and of the whole window, under `?`. */
import { windowActs } from '../../shared/app/acts.ts'
import { useApiQuery } from '../api/hooks.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import styles from './key-help.module.css'
import { type RoomEntry, rooms } from './rooms.tsx'

type Key = { readonly keys: string; readonly does: string }

/** Only the desktop's menu has its keys: a browser keeps them for itself. */
const everywhere = (isDesktop: boolean): readonly Key[] => [
  ...Object.values(windowActs).flatMap(({ label, keys, menuKeys }) => {
    const one = keys ?? (isDesktop ? menuKeys : null)
    return one === null ? [] : [{ keys: one, does: label }]
  }),
  ...rooms.map((room) => ({ keys: room.keys, does: `Go to ${room.label}` })),
]

const whileTyping: readonly Key[] = rooms.map((room) => ({ keys: room.menuKeys, does: `Go to ${room.label}` }))

const KeyList = ({ title, keys }: { readonly title: string; readonly keys: readonly Key[] }) => (
  <section className={styles.group}>
    <h3 className={styles.title}>{title}</h3>
    <dl className={styles.list}>
      {keys.map((key) => (
        <div key={key.keys} className={styles.row}>
          <dt>{key.does}</dt>
          <dd>
            <Kbd keys={key.keys} />
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

export type KeyHelpProps = { readonly room: RoomEntry; readonly isOpen: boolean; readonly onClose: () => void }

export const KeyHelp = ({ room, isOpen, onClose }: KeyHelpProps) => {
  const isDesktop = useApiQuery('app', 'status', {}).data?.host === 'electron'
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keys">
      {room.screenKeys.length > 0 && <KeyList title={room.label} keys={room.screenKeys} />}
      <KeyList title="Everywhere" keys={everywhere(isDesktop)} />
      {isDesktop && <KeyList title="From the menu, while you type too" keys={whileTyping} />}
    </Dialog>
  )
}
