import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { downloadFromApi } from '#web/lib/download-file.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'

/** Downloads the personal data export. */
export function ExportDataButton(props: ButtonProps) {
  const { t } = useTranslation('leaving')
  const { workspace } = useConfig()
  const save = useMutation({
    mutationFn: () =>
      downloadFromApi('profiles.export', {}, `${workspace.name} ${t('data.file')}.json`),
    onError: (error) => notifyError(t, error),
  })
  return (
    <Button
      variant="default"
      {...props}
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t('data.action')}
    </Button>
  )
}
