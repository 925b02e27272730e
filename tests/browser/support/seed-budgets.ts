import { type AppUnderTest, callApi } from './app-under-test.ts'

/**
 * Creates two budgets with a history, and a closed one, that belong to these people. The founder is
 * the first of them. Returns the id of the first budget.
 */
export async function makeBudgets(
  product: AppUnderTest,
  founder: string,
  ownerIds: string[],
): Promise<string> {
  const create = async (budget: object) => {
    const { id } = await callApi<{ id: string }>(product, 'POST', '/budgets', founder, {
      recipients: {},
      owner_ids: ownerIds,
      ...budget,
    })
    return id
  }
  const welcome = await create({
    name: 'Welcome',
    period: 'quarter',
    points: 1_000,
    carry_over_max: 200,
    givers: { managers_only: true },
  })
  const offsite = await create({ name: 'Summer offsite', period: 'once', points: 500 })
  const past = await create({ name: 'Spring party', period: 'once', points: 80 })
  await callApi(product, 'POST', `/budgets/${welcome}/fund`, founder, {
    points: -120,
    reason: 'Fewer new colleagues this quarter',
  })
  await callApi(product, 'POST', `/budgets/${welcome}/move`, founder, {
    to_budget_id: offsite,
    points: 300,
    reason: 'Prizes for the quiz',
  })
  await callApi(product, 'POST', `/budgets/${past}/close`, founder)
  const { values } = await callApi<{ values: { id: string }[] }>(product, 'GET', '/config', founder)
  await callApi(product, 'POST', '/posts', founder, {
    to_id: ownerIds.slice(1),
    value_id: values[0]?.id,
    score: 40,
    description: 'For the warm welcome of new colleagues',
    private: false,
    budget_id: welcome,
  })
  return welcome
}
