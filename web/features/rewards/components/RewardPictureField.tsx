import { Button, Group, TextInput } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { PictureButton } from '#web/ui/PictureButton.tsx'
import { PictureCrop } from '#web/ui/PictureCrop.tsx'
import css from './rewards.module.css'

const emojis = ['🎁', '☕️', '🍜', '📚', '🎧', '🎬', '👕', '🌳', '🎨', '🎟️', '💆', '🏖️']
/** Reward pictures have the ratio 3:2 and are 960 px wide. */
const [aspect, widthPx] = [3 / 2, 960]

type Props = {
  emoji: string
  /** The address of the current picture. */
  url: string | null
  problem: ReactNode
  onEmoji: (emoji: string) => void
  /** Receives the cropped picture, or null when it is removed. */
  onPicture: (file: File | null) => void
}

function RewardPictureCrop({
  onClose,
  ...rest
}: { onClose: () => void } & Pick<
  ComponentProps<typeof PictureCrop>,
  'file' | 'onUnreadable' | 'onDone'
>) {
  const { t } = useTranslation('rewards')
  return (
    <Dialog title={t('form.picture_cut')} close={t('common:cancel')} onClose={onClose}>
      <PictureCrop
        {...rest}
        shape="square"
        aspect={aspect}
        side={widthPx}
        onCancel={onClose}
        texts={{
          area: t('form.picture'),
          hint: t('form.picture_hint'),
          zoom: t('form.zoom'),
          done: t('form.picture_use'),
          cancel: t('common:cancel'),
        }}
      />
    </Dialog>
  )
}

function EmojiButtons({
  chosen,
  onChoose,
}: {
  chosen: string | null
  onChoose: (emoji: string) => void
}) {
  const { t } = useTranslation('rewards')
  return (
    <div className={css['emojis']} role="group" aria-label={t('form.emojis')}>
      {emojis.map((choice) => (
        <button
          key={choice}
          type="button"
          className={`plain ${css['pick']}`}
          aria-pressed={chosen === choice}
          onClick={() => onChoose(choice)}
        >
          {choice}
        </button>
      ))}
    </div>
  )
}

/** An emoji, or an uploaded and cropped picture. */
export function RewardPictureField({ emoji, url, problem, onEmoji, onPicture }: Props) {
  const { t } = useTranslation('rewards')
  const [file, setFile] = useState<File | null>(null)
  const [fileError, setFileError] = useState<string | null>(null)
  const choose = (chosen: File | null) => {
    const isTooLarge = chosen !== null && chosen.size > limits.file_bytes_max
    setFileError(isTooLarge ? t('errors:file_too_large') : null)
    setFile(isTooLarge ? null : chosen)
  }
  const chooseEmoji = (choice: string) => {
    onEmoji(choice)
    onPicture(null)
    setFileError(null)
  }
  const shownError = fileError ?? problem
  return (
    <fieldset className={css['picture']}>
      <legend>{t('form.picture')}</legend>
      <EmojiButtons chosen={url ? null : emoji} onChoose={chooseEmoji} />
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
      {shownError ? (
        <div role="alert" className={css['problem']}>
          {shownError}
        </div>
      ) : null}
      {file ? (
        <RewardPictureCrop
          file={file}
          onClose={() => setFile(null)}
          onUnreadable={() => {
            setFile(null)
            setFileError(t('errors:file_unreadable'))
          }}
          onDone={(blob) => {
            setFile(null)
            onPicture(new File([blob], 'reward.webp', { type: blob.type }))
          }}
        />
      ) : null}
    </fieldset>
  )
}
