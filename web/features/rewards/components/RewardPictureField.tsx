import { Button, Group, TextInput } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { PictureButton } from '#web/ui/PictureButton.tsx'
import { PictureCrop } from '#web/ui/PictureCrop.tsx'
import css from './rewards.module.css'

const emojis = ['🎁', '☕️', '🍜', '📚', '🎧', '🎬', '👕', '🌳', '🎨', '🎟️', '💆', '🏖️']
/** The picture of a reward is three by two, and drawn 960 pixels wide. */
const [aspect, side] = [3 / 2, 960]

type Props = {
  emoji: string
  /** The address of the picture as it is now. */
  url: string | null
  problem: string | undefined
  onEmoji: (emoji: string) => void
  /** A picture that was cut out, or none any more. */
  onPicture: (file: File | null) => void
}

/** An emoji, or a picture of one's own that is cut to fit. */
export function RewardPictureField({ emoji, url, problem, onEmoji, onPicture }: Props) {
  const { t } = useTranslation('rewards')
  const [file, setFile] = useState<File | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const choose = (chosen: File | null) => {
    const large = chosen !== null && chosen.size > limits.file_bytes_max
    setRefused(large ? t('errors:file_too_large') : null)
    setFile(large ? null : chosen)
  }
  const pick = (one: string) => {
    onEmoji(one)
    onPicture(null)
    setRefused(null)
  }
  const said = refused ?? problem
  return (
    <fieldset className={css['picture']}>
      <legend>{t('form.picture')}</legend>
      <div className={css['emojis']} role="group" aria-label={t('form.emojis')}>
        {emojis.map((one) => (
          <button
            key={one}
            type="button"
            className={`plain ${css['pick']}`}
            aria-pressed={!url && emoji === one}
            onClick={() => pick(one)}
          >
            {one}
          </button>
        ))}
      </div>
      <Group gap="sm" align="end">
        <TextInput
          label={t('form.emoji')}
          name="emoji"
          w={96}
          maxLength={32}
          value={emoji}
          onChange={(event) => {
            onEmoji(event.currentTarget.value)
            onPicture(null)
          }}
        />
        {url ? <img src={url} alt="" className={css['thumb']} /> : null}
        <PictureButton
          variant="default"
          leftSection={<IconPhoto size={18} aria-hidden="true" />}
          label={url ? t('form.picture_change') : t('form.upload')}
          onChoose={choose}
        />
        {url ? (
          <Button variant="subtle" color="red" onClick={() => onPicture(null)}>
            {t('form.picture_remove')}
          </Button>
        ) : null}
      </Group>
      {said ? (
        <div role="alert" className={css['problem']}>
          {said}
        </div>
      ) : null}
      {file ? (
        <Dialog
          title={t('form.picture_cut')}
          close={t('common:cancel')}
          onClose={() => setFile(null)}
        >
          <PictureCrop
            file={file}
            shape="square"
            aspect={aspect}
            side={side}
            onCancel={() => setFile(null)}
            texts={{
              area: t('form.picture'),
              hint: t('form.picture_hint'),
              zoom: t('form.zoom'),
              done: t('form.picture_use'),
              cancel: t('common:cancel'),
            }}
            onUnreadable={() => {
              setFile(null)
              setRefused(t('errors:file_unreadable'))
            }}
            onDone={(blob) => {
              setFile(null)
              onPicture(new File([blob], 'reward.webp', { type: blob.type }))
            }}
          />
        </Dialog>
      ) : null}
    </fieldset>
  )
}
