import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { XMLBuilder } from 'fast-xml-parser';

const xml = new XMLBuilder();

export interface S3SandboxOptions {
  region?: string;
  bucket?: string;
  accessKeyId?: string;
  secretAccessKey?: string;
  port?: number;
  /** Keys that one listing holds at most. */
  pageSize?: number;
}

export interface S3Sandbox {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  objects: Map<string, { data: Buffer; contentType: string; headers: IncomingMessage['headers'] }>;
  /** Lets the next requests fail: with a status, or by hanging up. Each entry is used once. */
  troubles: (number | 'hang up')[];
  /** Every request that came, as `PUT /bucket/key`. */
  requests: string[];
  stop(): Promise<void>;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const CLOCK_TOLERANCE = 15 * 60 * 1000;

/** A stand-in for S3 that keeps its objects in memory and checks signatures as Amazon does. */
export async function startS3Sandbox(options: S3SandboxOptions = {}): Promise<S3Sandbox> {
  const { region = 'eu-south-1', bucket = 'photos', pageSize = 1000, port = 0 } = options;
  const { accessKeyId = 'sandbox-key', secretAccessKey = 'sandbox-secret' } = options;
  const objects: S3Sandbox['objects'] = new Map();
  const troubles: S3Sandbox['troubles'] = [];
  const requests: string[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const url = new URL(request.url ?? '/', 'http://sandbox');
    requests.push(`${request.method} ${url.pathname}`);
    const trouble = troubles.shift();
    if (trouble === 'hang up') return void request.socket.destroy();
    if (trouble !== undefined) throw new Refusal(trouble, 'SlowDown');
    checkSignature(request, url, body, { region, accessKeyId, secretAccessKey });
    const [, bucketName, ...rest] = decodeURIComponent(url.pathname).split('/');
    if (bucketName !== bucket) throw new Refusal(404, 'NoSuchBucket');
    const key = rest.join('/');
    if (key === '') list(url, response);
    else serve(request, response, key, body);
  }

  function list(url: URL, response: ServerResponse): void {
    if (url.searchParams.get('list-type') !== '2') throw new Refusal(501, 'NotImplemented');
    const after = Buffer.from(url.searchParams.get('continuation-token') ?? '', 'base64').toString();
    const prefix = url.searchParams.get('prefix') ?? '';
    const found = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
    const page = found.slice(0, pageSize);
    const more = found.length > pageSize;
    const next = more && { NextContinuationToken: Buffer.from(page.at(-1) ?? '').toString('base64') };
    const Contents = page.map((Key) => ({ Key }));
    response.setHeader('Content-Type', 'application/xml');
    response.end(xml.build({ ListBucketResult: { IsTruncated: String(more), Contents, ...next } }));
  }

  function serve(request: IncomingMessage, response: ServerResponse, key: string, body: Buffer): void {
    switch (request.method) {
      case 'PUT': {
        const contentType = request.headers['content-type'] ?? 'binary/octet-stream';
        objects.set(key, { data: body, contentType, headers: request.headers });
        response.end();
        return;
      }
      case 'GET':
      case 'HEAD': {
        const object = objects.get(key);
        if (!object) throw new Refusal(404, 'NoSuchKey');
        response.writeHead(200, { 'Content-Type': object.contentType, 'Content-Length': object.data.length });
        response.end(request.method === 'GET' ? object.data : undefined);
        return;
      }
      case 'DELETE':
        objects.delete(key);
        response.writeHead(204).end();
        return;
      case undefined:
      default:
        throw new Refusal(405, 'MethodNotAllowed');
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { status, code } = error instanceof Refusal ? error : new Refusal(500, 'InternalError');
      response.writeHead(status, { 'Content-Type': 'application/xml' });
      response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region,
    bucket,
    accessKeyId,
    secretAccessKey,
    objects,
    troubles,
    requests,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Signature version 4, as in Amazon's "Authenticating Requests: Using the Authorization Header". */
function checkSignature(
  { method = '', headers }: IncomingMessage,
  url: URL,
  body: Buffer,
  { region, accessKeyId, secretAccessKey }: Pick<S3Sandbox, 'region' | 'accessKeyId' | 'secretAccessKey'>,
): void {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  const [, keyId, scope, signedHeaders = '', signature = ''] = parts ?? [];
  if (!parts) throw new Refusal(403, 'AccessDenied');
  if (keyId !== accessKeyId) throw new Refusal(403, 'InvalidAccessKeyId');
  const moment = String(headers['x-amz-date']);
  if (Math.abs(Date.now() - readMoment(moment)) > CLOCK_TOLERANCE)
    throw new Refusal(403, 'RequestTimeTooSkewed');
  const day = moment.slice(0, 8);
  if (scope !== `${day}/${region}/s3/aws4_request`) throw new Refusal(400, 'AuthorizationHeaderMalformed');
  const names = signedHeaders.split(';');
  if (!names.includes('host') || !names.includes('x-amz-date')) throw new Refusal(403, 'AccessDenied');

  const contentHash = String(headers['x-amz-content-sha256']);
  if (contentHash !== 'UNSIGNED-PAYLOAD' && contentHash !== sha256(body)) {
    throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  }
  const canonicalRequest = [
    method,
    decodeURIComponent(url.pathname).split('/').map(encode).join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .toSorted()
      .join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim().replace(/\s+/g, ' ')}`),
    '',
    signedHeaders,
    contentHash,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonicalRequest)].join('\n');
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${secretAccessKey}`,
  );
  if (!timingSafeEqual(hmac(signingKey, toSign), Buffer.from(signature, 'hex'))) {
    throw new Refusal(403, 'SignatureDoesNotMatch');
  }
}

/** `20261115T031500Z` */
function readMoment(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
