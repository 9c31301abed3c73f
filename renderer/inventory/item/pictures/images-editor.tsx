/** The pictures of an item: reorder, turn, remove, add from this computer or by address. */
import { Plus, RotateCw, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { insertPictures } from '../../../../shared/inventory/added-pictures.ts'
import { imageUrlProblem, splitAddresses } from '../../../../shared/inventory/picture-address.ts'
import { useAction } from '../../../api/hooks.ts'
import { useImage } from '../../../api/use-image.ts'
import { Picture } from '../../../parts/picture.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { toast, toastFailure } from '../../../ui/feedback/toast.tsx'
import type { Problem } from '../../../ui/feedback/why-link.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { formatCount } from '../../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import { movedTo, SortableList } from '../../../ui/lists/sortable-list.tsx'
import { ProblemLine } from '../problem-line.tsx'
import styles from './images-editor.module.css'
import { type PictureOwner, usePictureUploads } from './picture-uploads.ts'
import { turnPicture } from './turn-picture.ts'
import { UploadArea } from './upload-area.tsx'
import { usePastedFiles } from './use-pasted-files.ts'

export type ImagesEditorProps = {
  readonly owner: PictureOwner
  /** Whether the platform accepts pictures from this computer. */
  readonly canUpload: boolean
  readonly urls: readonly string[]
  /** Maximum pictures of the item. */
  readonly max: number
  /** A problem of the list as a whole; each address shows its own. */
  readonly problem: Problem | undefined
  /** Undefined if no picture is left. */
  readonly onChange: (urls: readonly string[] | undefined) => void
}

const nameOf = (_: string, index: number): string => `picture ${index + 1}`

/** The first tile is the main picture. */
export const ImagesEditor = ({ owner, canUpload, urls, max, problem, onChange }: ImagesEditorProps) => {
  const uploading = usePictureUploads(owner, (pictures) => onChange(insertPictures(urls, pictures)))
  const room = max - urls.length - uploading.uploads.filter(({ replaces }) => replaces === null).length
  const upload = (files: readonly File[]) => {
    const taken = files.slice(0, Math.max(0, room))
    uploading.add(taken, max - room)
    if (taken.length < files.length) {
      const left = formatCount(files.length - taken.length, 'file was', 'files were')
      toast({ tone: 'caution', text: `An item can have ${max} pictures: ${left} left out.` })
    }
  }
  usePastedFiles(canUpload, upload)
  const isTurning = (address: string): boolean => uploading.uploads.some(({ replaces }) => replaces === address)
  const remove = (index: number) => {
    const left = urls.filter((_, at) => at !== index)
    onChange(left.length === 0 ? undefined : left)
  }
  /** An address may occur twice. */
  const keyOf = (address: string, index: number) =>
    `${urls.slice(0, index).filter((other) => other === address).length} ${address}`

  return (
    <Stack gap={3}>
      {urls.length > 0 && (
        <SortableList
          items={urls}
          keyOf={keyOf}
          label="Pictures"
          layout="tiles"
          nameOf={nameOf}
          onMove={(from, to) => onChange(movedTo(urls, from, to))}
          renderItem={(address, index, handle) => (
            <Tile
              address={address}
              handle={handle}
              index={index}
              isTurning={isTurning(address)}
              onRemove={() => remove(index)}
              onTurned={canUpload ? (file) => uploading.add([file], index, address) : undefined}
            />
          )}
        />
      )}
      {problem !== undefined && urls.every((address) => imageUrlProblem(address) === undefined) && (
        <ProblemLine problem={problem} />
      )}
      {canUpload && (
        <UploadArea
          count={`${urls.length} of ${max}`}
          onDismiss={uploading.dismiss}
          onFiles={upload}
          onRetry={uploading.retry}
          uploads={uploading.uploads}
        />
      )}
      {!canUpload && <PictureAddressField max={max} onChange={onChange} urls={urls} />}
    </Stack>
  )
}

/** Adds pictures by their address. */
export const PictureAddressField = ({ urls, max, onChange }: Pick<ImagesEditorProps, 'urls' | 'max' | 'onChange'>) => {
  const [text, setText] = useState('')
  const wanted = splitAddresses(text)
  const room = max - urls.length
  const known = wanted.find((address, index) => urls.includes(address) || wanted.indexOf(address) !== index)
  const wrong =
    known !== undefined
      ? `${known} is already in the list.`
      : (wanted.map(imageUrlProblem).find((found) => found !== undefined) ??
        (wanted.length > room ? `An item can have ${max} pictures, and ${urls.length} are in the list.` : undefined))

  const add = () => {
    if (wanted.length === 0 || wrong !== undefined) return
    onChange([...urls, ...wanted])
    setText('')
  }
  return (
    <div className={styles.add}>
      <TextField
        description={`${urls.length} of ${max} pictures. You can paste several addresses at once.`}
        error={wrong}
        isLabelHidden
        isMono
        label="Address of a new picture"
        onChange={setText}
        onSubmit={add}
        placeholder="https://"
        value={text}
      />
      <Button
        disabledReason={wrong ?? (wanted.length === 0 ? 'Enter an address first' : undefined)}
        icon={Plus}
        onPress={add}
      >
        {wanted.length > 1 ? `Add ${wanted.length} pictures` : 'Add picture'}
      </Button>
    </div>
  )
}

type TileProps = {
  readonly address: string
  readonly index: number
  readonly handle: ReactNode
  readonly onRemove: () => void
  readonly isTurning: boolean
  /** Uploads the turned picture in its place. Undefined if the platform takes no pictures from this computer. */
  readonly onTurned: ((file: File) => void) | undefined
}

const Tile = ({ address, index, handle, isTurning, onRemove, onTurned }: TileProps) => {
  const image = useImage(address)
  const turn = useAction(async (dataUrl: string) => onTurned?.(await turnPicture(dataUrl)))
  const problem = imageUrlProblem(address)
  return (
    <div className={styles.tile} data-wrong={problem !== undefined || undefined} title={address}>
      <Picture alt={`Picture ${index + 1}`} size="tile" url={address} />
      <Row gap={0} justify="between">
        {handle}
        <Text size="meta" tabular tone="soft" truncate>
          {index === 0 ? 'Main' : index + 1}
        </Text>
        {onTurned !== undefined && (
          <IconButton
            icon={RotateCw}
            isDisabled={image.state !== 'ready'}
            isPending={isTurning || turn.isPending}
            label={`Turn picture ${index + 1}`}
            onPress={() => {
              if (image.state === 'ready') turn.mutate(image.dataUrl, { onError: toastFailure })
            }}
            size="s"
          />
        )}
        <IconButton icon={Trash2} label={`Remove picture ${index + 1}`} onPress={onRemove} size="s" />
      </Row>
      {problem !== undefined && <ProblemLine problem={problem} />}
    </div>
  )
}
