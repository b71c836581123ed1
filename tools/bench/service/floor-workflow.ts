/**
 * An empty workflow with as many local activities as a small document has. It measures the least cost of orchestration.
 */
import { proxyLocalActivities } from '@temporalio/workflow';

const { nothing } = proxyLocalActivities<{ nothing(): Promise<void> }>({ startToCloseTimeout: '10 seconds' });

export async function floor(activities: number): Promise<void> {
  for (let done = 0; done < activities; done++) await nothing();
}
