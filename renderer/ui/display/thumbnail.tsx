/** A small picture. The window loads nothing remote: main fetches the picture and passes a data URL. */
import { ImageOff } from 'lucide-react'
import styles from './thumbnail.module.css'

export type ThumbnailImage =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly dataUrl: string }
  | { readonly state: 'missing'; readonly problem: string }

export type ThumbnailProps = {
  readonly image: ThumbnailImage
  /** `row` 28 px, `medium` 40, `card` 56, `large` 128; `tile` fills its place. */
  readonly size: 'row' | 'medium' | 'card' | 'large' | 'tile'
  /** Empty if the text beside it already says the same. */
  readonly alt: string
}

export const Thumbnail = ({ image, size, alt }: ThumbnailProps) => (
  <span className={styles.box} data-size={size}>
    {image.state === 'ready' && <img alt={alt} className={styles.image} src={image.dataUrl} />}
    {image.state === 'missing' && (
      <span className={styles.missing} title={image.problem}>
        <ImageOff aria-hidden="true" size={size === 'row' ? 14 : 16} strokeWidth={1.5} />
      </span>
    )}
  </span>
)
