import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { downloadFromApi } from '#web/lib/download-file.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'

type Props = {
  name: 'people_sync.refused' | 'history_imports.refused'
  id: string
  /** The name of the file without its ending. */
  file: string
}

/** Downloads the refused rows of a file with their reasons. */
export function DownloadRefused({ name, id, file }: Props) {
  const { t } = useTranslation('imports')
  const download = useMutation({
    mutationFn: () => downloadFromApi(name, { params: { id } }, `${file}.csv`),
    onError: (error) => notifyError(t, error),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('sync.run.download')}
    </Button>
  )
}
