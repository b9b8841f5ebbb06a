import * as contract from '../../../contract/billing/member-billing.ts';
import { bind } from '../../platform/http/bind.ts';
import type { Binding } from '../../platform/http/bind.ts';
import { readDocument } from './document-pdf.ts';

export const receiptRoutes: Binding[] = [bind(contract.readDocument, readDocument)];
