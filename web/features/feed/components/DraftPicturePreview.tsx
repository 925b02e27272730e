import { CloseButton, Loader, TextInput } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/translate.ts'
import type { DraftPicture, DraftStore } from '../composer/post-drafts.ts'
import css from './draft-picture.module.css'

/** The picture of the draft with its description. */
export function DraftPicturePreview({
  picture,
  drafts,
}: {
  picture: DraftPicture
  drafts: DraftStore
}) {
  const { t } = useTranslation('feed')
  const isUploading = picture.id === null
  return (
    <div className={css['picture']}>
      <span className={css['preview']} aria-busy={isUploading}>
        <img src={picture.preview} alt="" />
        {isUploading ? <Loader size={22} /> : null}
      </span>
      <TextInput
        className={css['alt'] ?? ''}
        label={t('composer.picture_alt')}
        placeholder={t('composer.picture_alt_hint')}
        maxLength={limits.picture_alt_chars_max}
        value={picture.alt}
        onChange={(event) =>
          drafts.edit({ picture: { ...picture, alt: event.currentTarget.value } })
        }
      />
      <CloseButton
        aria-label={t('composer.picture_remove')}
        onClick={() => {
          URL.revokeObjectURL(picture.preview)
          drafts.edit({ picture: null })
        }}
      />
      <span className="sr-only" role="status">
        {isUploading ? t('composer.picture_uploading') : t('composer.picture_added')}
      </span>
    </div>
  )
}
