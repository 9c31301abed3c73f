/** The keys of the current screen and of the whole window, under `?`. */
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import styles from './key-help.module.css'
import { type RoomEntry, rooms } from './rooms.tsx'

type Key = { readonly keys: string; readonly does: string }

const everywhere: readonly Key[] = [
  { keys: 'Mod+K', does: 'Find an act or a record' },
  ...rooms.map((room) => ({ keys: room.keys, does: `Go to ${room.label}` })),
  { keys: '?', does: 'This list' },
]

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

export const KeyHelp = ({ room, isOpen, onClose }: KeyHelpProps) => (
  <Dialog isOpen={isOpen} onClose={onClose} title="Keys">
    {room.screenKeys.length > 0 && <KeyList title={room.label} keys={room.screenKeys} />}
    <KeyList title="Everywhere" keys={everywhere} />
  </Dialog>
)
