import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useConfig } from '#web/app/config.ts'
import { tellError } from '#web/app/errors.ts'
import { download } from '#web/lib/download.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Section } from './Section.tsx'

/** Everything that is kept about oneself, to take along. */
export function DataSection() {
  const { t } = useTranslation('account')
  const { workspace, impersonated } = useConfig()
  const save = useMutation({
    mutationFn: () => download('profiles.export', {}, `${workspace.name} ${t('data.file')}.json`),
    onError: (error) => tellError(t, error),
  })
  return (
    <Section title={t('data.title')} text={impersonated ? t('oneself') : t('data.text')}
      action={impersonated ? null : <Button variant="default" leftSection={<IconDownload size={16} aria-hidden="true" />} loading={save.isPending} onClick={() => save.mutate()}>{t('data.action')}</Button>} />
  )
}
