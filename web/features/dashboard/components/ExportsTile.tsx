import { Button, NativeSelect } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useCan } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { downloadFromApi } from '#web/lib/download-file.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import css from './dashboard.module.css'

const exportDaysOptions = [30, 90, 365, 3_660] as const
type ExportKind = 'posts' | 'team' | 'purchases'

/** CSV exports: posts, members and purchases. */
export function ExportsTile() {
  const { t } = useTranslation('dashboard')
  const heading = useId()
  const can = useCan()
  const [days, setDays] = useState<number>(exportDaysOptions[0])
  const save = useMutation({
    mutationFn: (what: ExportKind) => {
      const name = `${t(`exports.${what}`)}.csv`
      if (what === 'team') return downloadFromApi('users.csv', { query: { bom: '1' } }, name)
      return downloadFromApi(
        what === 'posts' ? 'posts.csv' : 'rewards.purchases_csv',
        { query: { days, bom: '1' } },
        name,
      )
    },
    onError: (error) => notifyError(t, error),
  })
  const button = (what: ExportKind) => (
    <Button
      key={what}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      loading={save.isPending && save.variables === what}
      onClick={() => save.mutate(what)}
    >
      {t(`exports.${what}`)}
    </Button>
  )
  return (
    <Card
      className={`${css['tile']} ${css['wide']} ${css['exports']}`}
      role="region"
      aria-labelledby={heading}
    >
      <div className={css['head']}>
        <h2 id={heading}>{t('exports.title')}</h2>
      </div>
      <p className={css['note']}>{t('exports.text')}</p>
      <div className={css['files']}>
        <NativeSelect
          aria-label={t('exports.days')}
          value={days}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
          data={exportDaysOptions.map((span) => ({
            value: String(span),
            label: span === 3_660 ? t('exports.all') : t('exports.span', { count: span }),
          }))}
        />
        {button('posts')}
        {can('manage_rewards') ? button('purchases') : null}
        {button('team')}
      </div>
    </Card>
  )
}
