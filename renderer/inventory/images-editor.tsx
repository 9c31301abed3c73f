// Pictures of an item: order, removal, and addition by address.
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { imageUrlProblem } from '../../shared/inventory/item-rules.ts'
import { IMAGES_MAX } from '../../shared/inventory/limits.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './images-editor.module.css'
import { Picture } from './picture.tsx'

export interface ImagesEditorProps {
  readonly urls: readonly string[]
  /** Undefined: no picture is left. */
  readonly onChange: (urls: readonly string[] | undefined) => void
}

/** The list of pictures, the first of which stands for the item. */
export function ImagesEditor({ urls, onChange }: ImagesEditorProps) {
  const [url, setUrl] = useState('')
  const wanted = url.trim()
  const problem =
    wanted === '' ? undefined : urls.includes(wanted) ? 'This picture is in the list already.' : imageUrlProblem(wanted)
  const isFull = urls.length >= IMAGES_MAX

  const swap = (from: number, to: number) => {
    const moved = [...urls]
    const [taken] = moved.splice(from, 1)
    if (taken !== undefined) moved.splice(to, 0, taken)
    onChange(moved)
  }
  const remove = (index: number) => {
    const left = urls.filter((_, at) => at !== index)
    onChange(left.length === 0 ? undefined : left)
  }
  const add = () => {
    if (wanted === '' || problem !== undefined || isFull) return
    onChange([...urls, wanted])
    setUrl('')
  }

  return (
    <div className={styles.images}>
      {urls.length > 0 && (
        <ol className={styles.list}>
          {urls.map((address, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one address may stand in the list twice
            <li className={styles.image} key={`${address} ${index}`}>
              <Picture alt={`Picture ${index + 1}`} size="editor" url={address} />
              <span className={styles.words}>
                <span className={styles.place}>{index === 0 ? 'Main picture' : `Picture ${index + 1}`}</span>
                <span className={styles.address} title={address}>
                  {address}
                </span>
                {imageUrlProblem(address) !== undefined && (
                  <span className={styles.problem}>{imageUrlProblem(address)}</span>
                )}
              </span>
              <IconButton
                icon={ArrowUp}
                isDisabled={index === 0}
                label={`Move picture ${index + 1} up`}
                onPress={() => swap(index, index - 1)}
                size="s"
              />
              <IconButton
                icon={ArrowDown}
                isDisabled={index === urls.length - 1}
                label={`Move picture ${index + 1} down`}
                onPress={() => swap(index, index + 1)}
                size="s"
              />
              <IconButton icon={Trash2} label={`Remove picture ${index + 1}`} onPress={() => remove(index)} size="s" />
            </li>
          ))}
        </ol>
      )}
      <div className={styles.add}>
        <TextField
          description={`${urls.length} of ${IMAGES_MAX} pictures`}
          error={problem}
          isLabelHidden
          isMono
          label="Address of a new picture"
          onChange={setUrl}
          onSubmit={add}
          placeholder="https://"
          type="url"
          value={url}
        />
        <Button
          disabledReason={
            isFull ? `an item has at most ${IMAGES_MAX} pictures here` : (problem ?? 'it needs an address')
          }
          icon={Plus}
          isDisabled={wanted === '' || problem !== undefined || isFull}
          onPress={add}
        >
          Add picture
        </Button>
      </div>
    </div>
  )
}
