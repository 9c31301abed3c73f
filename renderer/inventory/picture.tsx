// A picture, fetched and checked by main. The window never loads remote content.
import { ImageOff } from 'lucide-react'
import { useImage } from '../api/use-image.ts'
import styles from './picture.module.css'

export interface PictureProps {
  readonly url: string | undefined
  readonly size: 'row' | 'tile'
  /** Empty if the text beside it says the same. */
  readonly alt: string
}

export function Picture({ url, size, alt }: PictureProps) {
  const image = useImage(url)
  return (
    <span className={styles.box} data-size={size}>
      {image.state === 'ready' && <img alt={alt} className={styles.image} src={image.dataUrl} />}
      {image.state === 'missing' && (
        <span className={styles.missing} title={image.problem}>
          <ImageOff aria-hidden="true" size={size === 'row' ? 14 : 16} strokeWidth={1.5} />
        </span>
      )}
    </span>
  )
}
