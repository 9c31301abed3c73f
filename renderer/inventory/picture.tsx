// A picture of an item: fetched and checked by main, never loaded from outside by the window.
import { ImageOff } from 'lucide-react'
import { useImage } from '../api/use-image.ts'
import styles from './picture.module.css'

export interface PictureProps {
  readonly url: string | undefined
  readonly size: 'row' | 'tile'
  /** What it shows; empty where the words beside it say so already. */
  readonly alt: string
}

/** A picture in a box of fixed size; where there is none, or it cannot be had, the box says so quietly. */
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
