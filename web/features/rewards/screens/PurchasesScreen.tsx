import { Button, Menu, NativeSelect } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { PurchaseStatus } from '#contract/schemas/rewards.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { PurchaseList } from '#web/shared/purchases/PurchaseList.tsx'
import { RewardsPage } from '#web/shared/rewards/RewardsPage.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { downloadFromApi } from '#web/lib/download-file.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import css from '../components/rewards.module.css'
import { type RewardKind, rewardKindFields } from '../reward-fields.ts'

const statuses: PurchaseStatus[] = ['pending', 'purchased', 'fulfilled', 'declined']
const kinds: RewardKind[] = ['individual', 'team', 'automatic']

/** Exports the purchases of the last days as CSV. */
function ExportPurchases() {
  const { t } = useTranslation('rewards')
  const save = useMutation({
    mutationFn: (days: number) =>
      downloadFromApi(
        'rewards.purchases_csv',
        { query: { days, bom: '1' } },
        `${t('admin.purchases_file')}.csv`,
      ),
    onError: (error) => notifyError(t, error),
  })
  return (
    <Menu position="bottom-end" radius="lg" shadow="lg" width={220}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          rightSection={<IconChevronDown size={16} aria-hidden="true" />}
          loading={save.isPending}
        >
          {t('admin.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {[30, 90, 365].map((days) => (
          <Menu.Item key={days} onClick={() => save.mutate(days)}>
            {t('admin.days', { count: days })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** /settings/rewards/purchases: the purchases, pending first, filtered by the address. */
export function PurchasesScreen() {
  const { t } = useTranslation('rewards')
  const search: { status?: unknown; kind?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const changeSearch = (part: { status?: string | undefined; kind?: string | undefined }) =>
    void navigate({
      to: '/settings/rewards/purchases',
      search: (old) => ({ ...old, ...part }),
      replace: true,
      resetScroll: false,
    })
  const status = statuses.find((name) => name === search.status)
  const kind = kinds.find((name) => name === search.kind)
  usePageTitle(t('admin.purchases'))
  const filtered = status !== undefined || kind !== undefined
  const toParam = (value: string) => (value === 'all' ? undefined : value)
  return (
    <RewardsPage actions={<ExportPurchases />}>
      <div className={css['bar']}>
        <NativeSelect
          aria-label={t('admin.status')}
          value={status ?? 'all'}
          onChange={(event) => changeSearch({ status: toParam(event.currentTarget.value) })}
          data={[
            { value: 'all', label: t('admin.any_status') },
            ...statuses.map((value) => ({ value, label: t(`status.${value}`) })),
          ]}
        />
        <NativeSelect
          aria-label={t('form.kind')}
          value={kind ?? 'all'}
          onChange={(event) => changeSearch({ kind: toParam(event.currentTarget.value) })}
          data={[
            { value: 'all', label: t('admin.any_kind') },
            ...kinds.map((value) => ({ value, label: t(`kind.${value}`) })),
          ]}
        />
      </div>
      <PurchaseList
        scope="team"
        filter={{ ...(status ? { status } : {}), ...(kind ? rewardKindFields(kind) : {}) }}
        empty={
          filtered ? (
            <EmptyState art="gift" level={2} title={t('admin.no_purchases')}>
              <Button
                variant="default"
                onClick={() => changeSearch({ status: undefined, kind: undefined })}
              >
                {t('admin.show_all')}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState
              art="gift"
              level={2}
              title={t('admin.no_purchases')}
              text={t('admin.no_purchases_text')}
            />
          )
        }
      />
    </RewardsPage>
  )
}
