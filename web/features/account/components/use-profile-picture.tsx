import { Alert } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { toFormErrors } from '#web/shared/errors/error-messages.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { PictureCrop } from '#web/ui/PictureCrop.tsx'

type ProfilePictureState = {
  choose: (file: File | null) => void
  remove: () => void
  /** Gives up what was chosen. */
  cancel: () => void
  isRemoving: boolean
  /** The tool to crop what was chosen, until it is kept or given up; null otherwise. */
  cropDialog: ReactNode
  /** What was wrong with the file that was chosen. */
  errorAlert: ReactNode
}

/**
 * A picture of oneself: chosen, cropped, sent, removed. A failed upload keeps the crop, and the
 * same button tries again.
 */
export function useProfilePicture(onKept: () => void): ProfilePictureState {
  const { t } = useTranslation('account')
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const send = useMutation({
    mutationFn: (blob: Blob | null) =>
      call(
        'profiles.avatar',
        blob ? { file: new File([blob], 'picture') } : { body: { remove_picture: true } },
      ),
    // The picture stands everywhere: on posts, in lists, in the header.
    onSuccess: async () => {
      await client.invalidateQueries()
      setFile(null)
      onKept()
    },
    onError: (error) => {
      setFailed(true)
      setProblem(toFormErrors(t, error, []).general)
    },
  })
  const choose = (chosen: File | null) => {
    if (!chosen) return
    const large = chosen.size > limits.file_bytes_max
    setFailed(false)
    setProblem(large ? t('errors:file_too_large') : null)
    setFile(large ? null : chosen)
  }
  const giveUp = (why: string | null) => {
    setFile(null)
    setFailed(false)
    setProblem(why)
  }
  const alert = problem ? (
    <Alert color="red" role="alert">
      {problem}
    </Alert>
  ) : null
  return {
    choose,
    cancel: () => giveUp(null),
    isRemoving: send.isPending && send.variables === null,
    errorAlert: file ? null : alert,
    remove: () => {
      setProblem(null)
      send.mutate(null)
    },
    cropDialog: file ? (
      <PictureCrop
        file={file}
        shape="round"
        aspect={1}
        busy={send.isPending}
        onCancel={() => giveUp(null)}
        onUnreadable={() => giveUp(t('errors:file_unreadable'))}
        onDone={(blob) => {
          setProblem(null)
          send.mutate(blob)
        }}
        texts={{
          area: t('picture.area'),
          hint: t('picture.hint'),
          zoom: t('picture.zoom'),
          cancel: t('common:cancel'),
          done: failed ? t('common:failure.retry') : t('picture.use'),
        }}
      >
        {alert}
      </PictureCrop>
    ) : null,
  }
}
